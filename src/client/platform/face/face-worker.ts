// oxlint-disable-next-line import/default -- the query turns the file into its address, which is a default export
import workerPath from '../../workers/face/face.worker.ts?worker&url'

/** The address of the recogniser's script, as this build has named it. */
export const faceWorkerPath: string = workerPath

/** Trusted Types guard the starting of workers: one policy, which knows one address. */
function trustedScript(): string {
  policy ??= window.trustedTypes?.createPolicy('app-faces', {
    createScriptURL(url) {
      if (url !== workerPath) throw new TypeError(`not our recogniser: ${url}`)
      return url
    },
  })
  return (policy?.createScriptURL(workerPath) ?? workerPath) as string
}

let policy: { createScriptURL(url: string): unknown } | undefined

export const startFaceWorker = (): Worker => new Worker(trustedScript(), { type: 'module', name: 'faces' })
