import { ask } from '#client/platform/http.ts'
import { readGeneration, releaseServer } from '#shared/sync/server-state.contract.ts'

export const fetchGeneration = async () => (await ask(readGeneration, {})).report
export const release = (generation: string) => ask(releaseServer, { generation })
