import { checkOfflineReady } from '#client/platform/offline/offline-ready.ts'
import { keepShownLogos } from '#client/platform/page/shown-logos.ts'

/** `kept`: the browser promised not to throw it away; without that promise the till works all the same. */
export type Check = 'storage' | 'prices' | 'app' | 'kept'
export type CheckState = 'running' | 'good' | 'bad' | 'soft'

export type Findings = Record<Check, CheckState>

export const checks: readonly Check[] = ['storage', 'prices', 'app', 'kept']

/** Ready means that nothing needed offline is missing; a refused promise is only said. */
export const isReady = (findings: Findings): boolean =>
  findings.storage === 'good' && findings.prices === 'good' && findings.app === 'good'

/** Whether the whole app is kept on this device, and the school's logo as it is shown. */
export const testApp = async (): Promise<CheckState> => {
  try {
    if (!(await checkOfflineReady()).isReady) return 'bad'
    await keepShownLogos()
    return 'good'
  } catch {
    return 'bad'
  }
}

/** Asks the browser never to clear this device's storage by itself; it may say no. */
export async function askToKeep(): Promise<CheckState> {
  try {
    const isKept = (await navigator.storage.persisted()) || (await navigator.storage.persist())
    return isKept ? 'good' : 'soft'
  } catch {
    return 'soft'
  }
}
