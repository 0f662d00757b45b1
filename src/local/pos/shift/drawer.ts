// chunk: till-sheets
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { DrawerEvent } from '#shared/pos/shift.contract.ts'
import { type ActionParts, save } from '../save-action.ts'
import type { Actor, DrawerInput } from '../till-inputs.types.ts'

/** Saves an opening of the drawer: first the row, then the drawer. What it throws stands at `Till.recordDrawer`. */
export function recordDrawer(
  parts: ActionParts,
  { cause, ref }: DrawerInput,
  actor: Actor,
  at: string,
): Promise<DrawerEvent> {
  const { clock, random } = parts.surroundings
  const id = uuidv7(clock.nowMs(), random)
  return save<DrawerEvent>(parts, 'pos.drawer', id, actor, () => {
    const shiftId = parts.memory.history.shift?.open.id ?? null
    return { body: { id, shiftId, cause, ...(ref !== undefined && { ref }), by: actor.userId, at } }
  })
}
