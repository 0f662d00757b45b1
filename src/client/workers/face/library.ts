import * as faceApi from 'face-api.js'

/** Numbers on the WebAssembly heap, which no garbage collector frees. */
export interface Tensor {
  dispose(): void
  data(): Promise<Float32Array>
}

export interface Point {
  readonly x: number
  readonly y: number
}

interface Net {
  loadFromUri(folder: string): Promise<void>
}

interface Detection {
  readonly score: number
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** How it asks for its own files. */
export type FetchFile = (path: RequestInfo | URL) => Promise<Response>

/** As much of face-api.js as is used here. */
interface FaceLibrary {
  tf: {
    setWasmPaths(folder: string, usePlatformFetch: boolean): void
    setBackend(name: string): Promise<boolean>
    getBackend(): string
    ready(): Promise<void>
    memory(): { numTensors: number; numBytes: number }
    env(): {
      set(flag: string, value: boolean): void
      getAsync(flag: string): Promise<unknown>
      platform: { fetch: FetchFile }
    }
    browser: { fromPixels(canvas: OffscreenCanvas): Tensor }
  }
  env: { setEnv(environment: Record<string, unknown>): void }
  nets: {
    tinyFaceDetector: Net & {
      locateFaces(input: Tensor, options: { inputSize: number; scoreThreshold: number }): Promise<Detection[]>
    }
    ssdMobilenetv1: Net & {
      locateFaces(input: Tensor, options: { minConfidence: number; maxResults: number }): Promise<Detection[]>
    }
    faceLandmark68Net: Net & { detectLandmarks(input: Tensor): Promise<{ positions: readonly Point[] }> }
    faceRecognitionNet: Net & { forwardInput(input: object): Tensor }
  }
  NetInput: new (tensors: readonly Tensor[], isBatch: boolean) => object
}

/**
 * The one cast: the package types its TensorFlow as nearly nothing (no backend, no memory, no flags), and its nets as taking
 * elements of a page, which a worker has not got.
 */
export const library = faceApi as unknown as FaceLibrary
