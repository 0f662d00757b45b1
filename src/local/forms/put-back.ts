import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { FormsDb, Sealed, SubmittedRow } from '#local/storage/forms-db.ts'
import type { Vault } from '#local/kernel/vault.ts'
import type { Submission } from '#shared/forms/form.contract.ts'
import type { Clock } from '#shared/kernel/time.ts'

interface PutBackParts {
  db: FormsDb
  vault: Vault
  clock: Clock
  newId: () => string
}

/** Returns a function that turns a refused submission into a draft again, with its files, so that it can be submitted another time. */
export const openPutBack =
  ({ db, vault, clock, newId }: PutBackParts) =>
  async (row: SubmittedRow, op: StoredOp): Promise<void> => {
    const { form, version, startedAt, answers } = (await vault.open(op.body as Sealed)) as Submission
    const sealed = await vault.seal(answers)
    await db.transaction('rw', db.drafts, db.files, db.handedIn, async () => {
      // Another tab was faster.
      if ((await db.handedIn.get(row.id))?.state === 'attention') return
      const id = newId()
      await db.drafts.put({ id, slug: form, version, startedAt, answers: sealed, changedAtMs: clock.nowMs() })
      await db.files.where('draftId').equals(row.id).modify({ draftId: id })
      await db.handedIn.update(row.id, { state: 'attention', problem: op.lastError })
    })
  }
