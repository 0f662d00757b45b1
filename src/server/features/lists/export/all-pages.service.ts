/** Rows read at once. */
const exportPage = 500

/** Yields all pages of a list with key-based paging; `size` for one whose order no index has. */
export async function* allPages<Row>(
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  size = exportPage,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (;;) {
    const page = await read(last, size)
    if (page.length > 0) yield page
    if (page.length < size) return
    last = page.at(-1)
  }
}
