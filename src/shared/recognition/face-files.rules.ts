/** The cache of models, WebAssembly and the recogniser's script; pages fill it, and the service worker answers from it. */
export const faceFilesCache = 'face-files'

/** Models of one version lie below one address for ever. */
const modelsPath = '/models/face/'

export const isFaceModel = (path: string): boolean => path.startsWith(modelsPath)

/** The recogniser's script, whose name holds its hash. Not kept for everybody: most who come here never need it. */
export const isFaceWorker = (path: string): boolean => /^\/assets\/face-worker-[\w-]+\.js$/.test(path)
