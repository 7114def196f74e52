/* Prints the number of solutions for n queens, as stage 4 counts them; n is read from standard input. */
#include <stdio.h>

#define MAXN 800

int n;
int pos[MAXN];
int row_used[MAXN];
int slash_used[2 * MAXN - 1];
int backslash_used[2 * MAXN - 1];
int count;

void set(int i)
{
	for (int j = 0; j < n; j++) {
		int slash = i + j, backslash = i - j + n - 1;
		if (row_used[j] || slash_used[slash] || backslash_used[backslash])
			continue;
		pos[i] = j;
		if (i == n - 1) {
			count++;
		} else {
			row_used[j] = slash_used[slash] = backslash_used[backslash] = 1;
			set(i + 1);
			row_used[j] = slash_used[slash] = backslash_used[backslash] = 0;
		}
	}
}

int main(void)
{
	if (scanf("%d", &n) != 1 || n < 1 || n > MAXN)
		return 1;
	set(0);
	printf("%d\n", count);
}
