import type { EncryptedColumn } from '#server/kernel/keys/encrypted-columns.ts'
import { secretBinding } from './webhook-secret.ts'

/** Secrets of webhooks, which are encrypted by the server's keys. */
export const webhookSecrets: readonly EncryptedColumn[] = ['secret', 'old_secret'].map((column) => ({
  table: 'webhooks',
  column,
  purpose: 'bawaba-webhooks-1',
  key: ['id'],
  of: ([webhookId = '']) => secretBinding(webhookId),
}))
