/* Counts the solutions for n queens, row by row. The arrays are made for n up to MAXN. */
#include <stdio.h>

#ifndef MAXN
#define MAXN 13
#endif

int n, count;
int column_used[MAXN];
int backslash_used[2 * MAXN];
int slash_used[2 * MAXN];

void set(int row)
{
	if (row == n) {
		count++;
		return;
	}
	for (int c = 0; c < n; c++) {
		int slash = c + row, backslash = c - row + n - 1;
		if (column_used[c] || slash_used[slash] || backslash_used[backslash])
			continue;
		column_used[c] = slash_used[slash] = backslash_used[backslash] = 1;
		set(row + 1);
		column_used[c] = slash_used[slash] = backslash_used[backslash] = 0;
	}
}

int main(void)
{
	if (scanf("%d", &n) != 1)
		return 1;
	set(0);
	printf("%d\n", count);
}
