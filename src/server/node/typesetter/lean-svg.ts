/**
 * The compiler's picture as a browser draws it soonest: without what says nothing, short names for glyphs, and without the white
 * sheets of the pages, of which it puts every one at the top of the first, over what stands there.
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
