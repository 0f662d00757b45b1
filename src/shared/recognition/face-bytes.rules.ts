import { templateLength } from './face-template.rules.ts'

/** Templates one after the other as bytes, each number in four, the lowest first, on every machine. */
export function templatesToBytes(templates: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(templates.length * templateLength * 4)
  const view = new DataView(bytes.buffer)
  templates.forEach((template, index) => {
    template.forEach((value, at) => view.setFloat32((index * templateLength + at) * 4, value, true))
  })
  return bytes
}

/** @throws RangeError when the bytes are not those of whole templates */
export function templatesFromBytes(bytes: Uint8Array): Float32Array[] {
  const size = templateLength * 4
  if (bytes.length === 0 || bytes.length % size !== 0) throw new RangeError('these are no whole templates')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / size }, (_, index) =>
    Float32Array.from({ length: templateLength }, (_number, at) => view.getFloat32(index * size + at * 4, true)),
  )
}
