import { type OpenedTill, openTill } from '#tests/e2e/kit/opened-till.ts'
import { Tablet } from '#tests/support/pos/tablet.ts'
import { type Served, serveSchools } from '#tests/support/served/served-school.ts'
import { launchOptions } from '../support/chromium.ts'
import { leaveSignalsToUs, releaseAtEnd } from './resources.ts'

/** The built client and the real server with the demo schools. */
export async function serveBench(): Promise<Served> {
  const served = await serveSchools({}, {})
  releaseAtEnd(() => served.remove())
  return served
}

/** A tablet at a till of the first demo school, paired, signed in, its shift open; `args` are flags of its browser. */
export function openServedTill(served: Served, args: string[] = []): Promise<OpenedTill> {
  const unpack = async (origin: string) => {
    const tablet = await Tablet.unpack(origin, { ...launchOptions(args), ...leaveSignalsToUs })
    releaseAtEnd(() => tablet.throwAway())
    return tablet
  }
  return openTill({ served, unpack, code: 'alnoor', tillCode: '02' })
}
