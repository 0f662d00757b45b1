/** What makes a document of data: the compiler for this machine, or the same one in WebAssembly. */
export interface TypstEngine {
  readonly name: 'native' | 'wasm'
  /** How many documents a process may make before its memory is worth a new one. */
  readonly lasts: number
  /** A tagged PDF. @throws TypstRefused when the compiler finds an error, or for an edition that there is not */
  readonly pdf: (data: string, edition: number) => Uint8Array<ArrayBuffer>
  /** All pages below each other as SVG; null where this compiler draws none. @throws TypstRefused */
  readonly svg: (data: string, edition: number) => string | null
}

export class TypstRefused extends Error {
  override name = 'TypstRefused'
}

export interface EngineParts {
  /** The templates that data is put into, the first edition first. */
  sources: readonly string[]
  fonts: readonly Uint8Array[]
}
