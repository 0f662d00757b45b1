import type { CommandContext } from '#server/features/sync/ingest/command.service.ts'
import type { CallingDevice } from '#server/http/context.ts'

/** Where a till's operation runs: always under a paired device. */
export interface TillContext extends CommandContext {
  readonly device: CallingDevice
}

/** @throws TypeError for a visitor, whose streams take no operation of a till */
export function atTill(ctx: CommandContext): TillContext {
  const { device } = ctx
  if (device.kind !== 'device') throw new TypeError('money moves at paired tills only')
  return { ...ctx, device }
}
