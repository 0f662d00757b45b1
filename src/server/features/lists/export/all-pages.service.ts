/** So many rows are read at once. */
const exportPage = 500

/** All pages of a list that is read by where the page before ended; `size` for one whose order no index has. */
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
