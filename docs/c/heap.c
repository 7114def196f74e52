/* Prints the number of solutions for n queens, with the state on the heap as in stage 5. */
#include <stdio.h>
#include <stdlib.h>

struct chessboard {
	int n;
	int *pos, *row_used, *slash_used, *backslash_used;
	int count;
};

void set(struct chessboard *b, int i)
{
	for (int j = 0; j < b->n; j++) {
		int slash = i + j, backslash = i - j + b->n - 1;
		if (b->row_used[j] || b->slash_used[slash] || b->backslash_used[backslash])
			continue;
		b->pos[i] = j;
		if (i == b->n - 1) {
			b->count++;
		} else {
			b->row_used[j] = b->slash_used[slash] = b->backslash_used[backslash] = 1;
			set(b, i + 1);
			b->row_used[j] = b->slash_used[slash] = b->backslash_used[backslash] = 0;
		}
	}
}

int main(void)
{
	struct chessboard b = {0};

	if (scanf("%d", &b.n) != 1 || b.n < 1)
		return 1;
	b.pos = calloc(b.n, sizeof(int));
	b.row_used = calloc(b.n, sizeof(int));
	b.slash_used = calloc(2 * b.n - 1, sizeof(int));
	b.backslash_used = calloc(2 * b.n - 1, sizeof(int));
	if (b.pos == NULL || b.row_used == NULL || b.slash_used == NULL || b.backslash_used == NULL)
		return 1;
	set(&b, 0);
	printf("%d\n", b.count);
	free(b.backslash_used);
	free(b.slash_used);
	free(b.row_used);
	free(b.pos);
}
