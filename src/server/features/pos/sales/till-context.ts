import type { CommandContext } from '#server/features/sync/ingest/command.service.ts'
import type { CallingDevice } from '#server/http/context.ts'

/** Context of a till's operation: always under a paired device. */
export interface TillContext extends CommandContext {
  readonly device: CallingDevice
}

/** Returns the till context. @throws TypeError for an anonymous sender, whose streams accept no till operation */
export function atTill(ctx: CommandContext): TillContext {
  const { device } = ctx
  if (device.kind !== 'device') throw new TypeError('money moves at paired tills only')
  return { ...ctx, device }
}
