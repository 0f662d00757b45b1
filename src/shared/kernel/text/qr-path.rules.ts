// chunk: paper
import newCode from 'qrcode-generator'

/** A QR code as one SVG path on a grid of `size` × `size` modules; medium correction survives a crumpled roll. */
export function qrPath(text: string): { size: number; path: string } {
  const code = newCode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!code.isDark(row, column)) continue
      let run = 1
      while (column + run < size && code.isDark(row, column + run)) run += 1
      path += `M${column} ${row}h${run}v1h-${run}z`
      column += run - 1
    }
  }
  return { size, path }
}
