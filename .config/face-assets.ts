import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** Models to find and identify a face; those for age, sex and mood are left out. */
const models = ['tiny_face_detector_model', 'ssd_mobilenetv1_model', 'face_landmark_68_model', 'face_recognition_model']
/** With the SIMD instructions of nearly every processor, and for the few without. */
const programs = ['tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm.wasm']

interface Assets {
  /** Address with the package's version, so that its content never changes. */
  folder: string
  /** Local files by their address. */
  sources: Map<string, string>
}

function findAssets(): Assets {
  const modelFolder = join(dirname(require.resolve('face-api.js')), '..', 'model')
  const wasmFolder = dirname(require.resolve('@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js'))
  const { version }: { version: string } = JSON.parse(readFileSync(join(modelFolder, '../package.json'), 'utf8'))
  const folder = `/models/face/${version}`
  const sources = new Map<string, string>()
  for (const name of models) {
    for (const file of [`${name}.bin`, `${name}-weights_manifest.json`]) {
      sources.set(`${folder}/${file}`, join(modelFolder, file))
    }
  }
  for (const file of programs) sources.set(`${folder}/wasm/${file}`, join(wasmFolder, file))
  return { folder, sources }
}

const types: [RegExp, string][] = [
  [/\.wasm$/, 'application/wasm'],
  [/\.json$/, 'application/json'],
  [/./, 'application/octet-stream'],
]

const inWorker = (file: string) => fileURLToPath(new URL(`../src/client/workers/face/${file}`, import.meta.url))

/** Only the parts of TensorFlow that the nets call: src/client/workers/face/tensorflow-slim.ts. */
const slim = [
  { find: /^face-api\.js$/, replacement: 'face-api.js/dist/face-api.esm-nobundle.js' },
  { find: '@tensorflow/tfjs/dist/index.js', replacement: inWorker('tensorflow-slim.ts') },
  { find: /^@tensorflow\/tfjs-core$/, replacement: '@tensorflow/tfjs-core/dist/base.js' },
  { find: '@tensorflow/tfjs-backend-webgl/dist/index.js', replacement: inWorker('no-webgl.ts') },
]

const workerOutput = {
  // The server and the service worker recognise it by this name.
  entryFileNames: ({ name }: { name: string }) =>
    `assets/${name === 'face.worker' ? 'face-worker' : '[name]'}-[hash].js`,
  // Each file of TensorFlow carries its licence, two hundred kilobytes of it; public/licences.txt has them once.
  comments: { legal: false, annotation: false, jsdoc: false },
}

/**
 * Serves models and WebAssembly of face recognition during development, and writes them beside the client in a build, with a list
 * of their hashes for verification. They are in no precache: pages cache them on use.
 */
export function faceAssets(): Plugin {
  const { folder, sources } = findAssets()
  return {
    name: 'face-assets',
    config: () => ({
      resolve: { alias: slim },
      worker: { rolldownOptions: { output: workerOutput } },
      define: { __FACE_FOLDER__: JSON.stringify(folder), __FACE_FILES__: JSON.stringify(listFiles(sources)) },
    }),
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? ''
        const source = sources.get(path)
        if (!source) return next()
        response.setHeader('content-type', types.find(([ending]) => ending.test(path))?.[1] ?? '')
        createReadStream(source).pipe(response)
      })
    },
    generateBundle() {
      for (const [path, source] of sources) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: readFileSync(source) })
      }
    },
  }
}

function listFiles(sources: ReadonlyMap<string, string>): { path: string; bytes: number; sha256: string }[] {
  return [...sources].map(([path, source]) => {
    const bytes = readFileSync(source)
    return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
}
