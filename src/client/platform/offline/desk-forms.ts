import { streamOf } from '#local/device/identity.ts'
import type { FormSending } from '#local/forms/sending-forms.ts'
import { type Forms, openForms } from '#local/visitor/open-forms.ts'
import { startDevice } from './device.ts'

/** The forms of a paired front desk, in the device's own outbox; undefined on a device that is something else. */
export async function openDesk(
  schoolCode: string,
): Promise<{ forms: Forms; beginSending: () => Promise<FormSending> } | undefined> {
  const { device } = await startDevice()
  const { identity, options } = device
  if (identity?.till.kind !== 'desk') return undefined
  const { surroundings } = options
  const forms = await openForms(schoolCode, device, streamOf(identity), surroundings)
  const beginSending = async () => {
    const [{ startDeskFinishing }, { http }] = await Promise.all([
      import('#local/forms/sending-forms.ts'),
      import('../http.ts'),
    ])
    return startDeskFinishing(schoolCode, forms, identity, http)
  }
  return { forms, beginSending }
}
