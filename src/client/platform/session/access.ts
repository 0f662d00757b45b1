import type { MessageId } from '#shared/kernel/errors.ts'
import { currentSession } from './session.ts'

export interface Access {
  success: boolean
  message: string
  messageId: MessageId | ''
}

const unknownReason: Access = { success: false, message: '', messageId: 'L006' }

/**
 * Asks the server whether this person may open `path`. Only a refusal in so many words counts as one: without a network,
 * or signed in by PIN, the device's own knowledge of the roles has decided already, and undefined comes back.
 */
export async function checkAccess(path: string): Promise<Access | undefined> {
  if (!currentSession().token) return undefined
  const [{ ask }, { accessCheck }, { isMessageId }] = await Promise.all([
    import('../http.ts'),
    import('#shared/identity/auth.contract.ts'),
    import('#shared/kernel/errors.ts'),
  ])
  try {
    const { success, message, messageId } = await ask(accessCheck, { path })
    if (success) return { success, message, messageId: '' }
    return isMessageId(messageId) ? { success, message, messageId } : unknownReason
  } catch {
    return undefined
  }
}
