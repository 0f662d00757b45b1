/** Compiler from data to documents: this machine's native one, or the same one in WebAssembly. */
export interface TypstEngine {
  readonly name: 'native' | 'wasm'
  /** Documents made before replacing the process to free its memory. */
  readonly lasts: number
  /** Makes a tagged PDF. @throws TypstRefused when the compiler finds an error, or for an unknown edition */
  readonly pdf: (data: string, edition: number) => Uint8Array<ArrayBuffer>
  /** Draws all pages below each other as SVG; null where this compiler draws none. @throws TypstRefused */
  readonly svg: (data: string, edition: number) => string | null
}

export class TypstRefused extends Error {
  override name = 'TypstRefused'
}

export interface EngineParts {
  /** Templates, the first edition first. */
  sources: readonly string[]
  fonts: readonly Uint8Array[]
}
