import { useGuardianLink } from '#client/platform/session/use-guardian-link.ts'
import type { ConsentDraft } from '#local/consents/consents.ts'
import type { Decision } from '../consent-work.ts'

const loadWork = () => import('../consent-work.ts')

/** `uncounted`: the school has it, and the link was over. `attention`: its server would not take it. */
type DecisionState = 'saved' | 'received' | 'uncounted' | 'attention'

/** The page of a link on which a guardian decides. */
export function useConsent(token: string) {
  const { language, kept, setKept, failure, again, rowOf } = useGuardianLink(token)
  const stateOf = (id: string): DecisionState => {
    const row = rowOf(id)
    if (row?.problem === 'link.over') return 'uncounted'
    return row?.state === 'complete' ? 'received' : row?.state === 'attention' ? 'attention' : 'saved'
  }
  const decide = async (decision: Omit<Decision, 'language'>) => {
    const { decide: save } = await loadWork()
    setKept((await save(token, { ...decision, language })) ?? kept)
  }
  const keepDraft = async (draft: ConsentDraft) => {
    const { keepDraft: keep } = await loadWork()
    await keep(token, draft)
  }
  const savePdf = async () => (await loadWork()).savePdf(token, language)
  return { language, savePdf, token, kept, keepDraft, failure, again, decide, stateOf }
}

type Consent = ReturnType<typeof useConsent>

/** Once there is a page to show. */
export type OpenConsent = Consent & { kept: NonNullable<Consent['kept']> }
