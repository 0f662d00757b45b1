import type { Surroundings } from '#local/kernel/ports.ts'
import { makeVaultKey, type Vault, vaultWith } from '#local/kernel/vault.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'

const keyName = 'vaultKey'

/** The key stands in the database whose rows it seals. */
export async function openDeskVault(store: OutboxStore, { random }: Pick<Surroundings, 'random'>): Promise<Vault> {
  const made = await makeVaultKey()
  // If two tabs start at once, the later one takes the earlier one's key.
  await store.changeMeta<CryptoKey>(keyName, (there) => there ?? made)
  return vaultWith((await store.getMeta<CryptoKey>(keyName)) ?? made, random)
}
