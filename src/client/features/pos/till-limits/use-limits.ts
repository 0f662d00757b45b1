import { useState } from 'react'
import { type KeptDraft, useVersionedDraft } from '#client/platform/editor/use-versioned-draft.ts'
import type { SettableAct, TillLimitSet } from '#shared/pos/approvals/till-limit-set.contract.ts'
import { draftOf, type LimitDraft, limitKey, type LimitsDraft, type LimitSubject, limitsOf } from './limits-draft.ts'
import { saveLimits } from './till-limits.api.ts'

export const limitsDraftName = 'till-limits'

export interface OpenedLimits {
  set: TillLimitSet
  kept: KeptDraft | undefined
}

/** The limits while somebody changes them: what is typed, what is wrong with it, and the ways to save or discard it. */
export function useLimits({ set, kept }: OpenedLimits, onReopen: () => void) {
  const { currency, limits, version } = set
  const [wrong, setWrong] = useState<readonly string[]>([])
  const edit = useVersionedDraft<LimitsDraft>({
    name: limitsDraftName,
    opened: { version, values: draftOf(limits, currency) },
    kept,
    conflict: 'settings.changed',
    save: async (draft, over) => {
      const saved = await saveLimits(limitsOf(draft, currency).values, over)
      return { version: saved.version, values: draft }
    },
  })
  const save = (over = edit.seen) => {
    const read = limitsOf(edit.draft, currency)
    setWrong(read.wrong)
    return read.wrong.length === 0 ? edit.send(over) : Promise.resolve(false)
  }
  const drop = async () => {
    setWrong([])
    await edit.drop()
    if (edit.seen !== version) onReopen()
  }
  /** Sets the limit of a subject; undefined for the usual one, or none of its own. */
  const change = (subject: LimitSubject, act: SettableAct, limit: LimitDraft | undefined) => {
    const { [limitKey(subject, act)]: _former, ...others } = edit.draft.limits
    edit.change({ limits: limit ? { ...others, [limitKey(subject, act)]: limit } : others })
  }
  return { ...edit, wrong, save, drop, change, currency }
}

export type LimitsEntry = ReturnType<typeof useLimits>
