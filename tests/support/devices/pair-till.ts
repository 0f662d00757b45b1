import { expect } from 'vitest'
import { pair } from '#local/device/pairing.ts'
import { pairingCodes } from '#server/features/sync/devices/device.table.ts'
import { hashPairingCode } from '#server/features/sync/devices/pairing.service.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Canteen } from '#tests/support/pos/canteen.ts'
import type { BoxTab } from '#tests/support/pos/till-box.ts'
import type { Box } from '#tests/support/server.ts'
import { httpOver, type Wire } from './device-kit.ts'
import { testStartMs } from './test-time.ts'

export const pairingCode = 'ABCDEFGH'

/** A supervisor makes a pairing code for a place. */
export async function allowPairing({ db }: Box, { school, cashier }: Canteen, tillId: string): Promise<void> {
  await db.database.tenant(school.schoolId, (tx) =>
    tx.insert(pairingCodes).values({
      schoolId: school.schoolId,
      codeHash: hashPairingCode(school.schoolId, pairingCode),
      tillId,
      createdBy: cashier,
      expiresAt: toInstant(testStartMs + 600_000),
    }),
  )
}

/** Pairs a device once more, by a new code, which brings it back as itself. */
export async function pairAsItself({ device }: BoxTab, wire: Wire, schoolCode: string): Promise<void> {
  const { clock, random } = device.options.surroundings
  const { store, identity: known } = device
  const http = httpOver(wire, schoolCode)
  const { identity } = await pair({ http, store, clock, random, known, formerLife: undefined }, pairingCode)
  expect(identity.deviceId).toBe(known?.deviceId)
}
