import { ask } from '#client/platform/http.ts'
import { readServerStatus, type ServerStatus } from '#shared/overview/server-status.contract.ts'

/** Asks for the state of the server. */
export const fetchStatus = async (): Promise<ServerStatus> => (await ask(readServerStatus, {})).status
