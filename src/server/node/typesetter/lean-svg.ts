/**
 * Shrinks the compiler's SVG for fast drawing: removes no-op attributes, shortens glyph names, and drops the white page
 * backgrounds, all of which it puts at the top of the first page, over its content.
 */
export function leanSvg(svg: string): string {
  const names = new Map<string, string>()
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `g${names.size}`
    names.set(id, name)
    return name
  }
  return svg
    .replaceAll(/^ {4}<path class="typst-shape" fill="#ffffff"[^>]*\/>$/gm, '')
    .replaceAll(/\n\s*/g, '')
    .replaceAll(/ (?:fill-rule="nonzero"|[xy]="0"|class="typst-\w+"|id="glyph")/g, '')
    .replaceAll(/(id="|href="#)(g[0-9A-F]{32})"/g, (_, before: string, id: string) => `${before}${nameOf(id)}"`)
}
