import { deleteOldModels, keepScript, modelFiles, readModelFile } from '#client/workers/face/model-files.ts'
import { faceWorkerPath } from './face-worker.ts'

/**
 * Fetches everything that the recogniser needs and keeps it, each file checked, so that it starts without a network. What is
 * kept already is read and checked again, not fetched. @throws FaceTrouble `models-missing` or `models-damaged`
 */
export async function preloadModels(onProgress?: (done: number, of: number) => void): Promise<void> {
  const of = modelFiles.length + 1
  await keepScript(faceWorkerPath)
  onProgress?.(1, of)
  for (const [index, { path }] of modelFiles.entries()) {
    await readModelFile(path)
    onProgress?.(index + 2, of)
  }
  await deleteOldModels([faceWorkerPath])
}
