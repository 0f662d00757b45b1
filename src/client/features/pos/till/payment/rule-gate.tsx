// chunk: till-sheets
import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { staleItems } from '#local/pos/spending/judge-cart.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { RuleSource } from '#shared/pos/spending/spending-rule.contract.ts'
import { deniedNow } from '../../spending/rules-now.ts'
import { resolveClash, takeOut } from '../cart/cart.actions.ts'
import { cartAtom } from '../cart/cart.atoms.ts'
import { ReasonField } from '../receipts/reason-field.tsx'
import { sheetAtom } from '../till.atoms.ts'

/** Comes with words of its own, and only where something is past its date. What cannot be fetched stops no sale. */
const StaleGate = lazy(async () => {
  try {
    const [{ StaleGate: Open }] = await Promise.all([import('../cart/stale-gate.tsx'), loadWords('pos.stock')])
    return { default: Open }
  } catch {
    return { default: ({ children }: { itemIds: readonly string[]; children: ReactNode }) => children }
  }
})

/** Lines of the open cart that a rule of its customer denies and nobody has answered for, with whose rule it is. */
function useDenied(till: Till) {
  const cart = useAtomValue(cartAtom)
  const customerId = cart?.customerId
  if (!cart || !customerId) return []
  const broken = deniedNow(till, customerId, cart.lines)
  const sources = new Map<string, RuleSource>()
  for (const { source, lineIds } of broken.toReversed()) for (const id of lineIds) sources.set(id, source)
  return cart.lines.flatMap((line) => {
    const source = sources.get(line.id)
    return source && (source === 'law' || !line.overrideReason) ? [{ line, source }] : []
  })
}

/** Stands before the payment while a rule denies something in the cart: it comes out, or somebody's word is noted. */
export function RuleGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const till = useTill()
  const setSheet = useSetAtom(sheetAtom)
  const [reason, setReason] = useState('')
  const denied = useDenied(till)
  const [first] = denied
  if (!first) return <Dated till={till}>{children}</Dated>
  const isLaw = denied.some(({ source }) => source === 'law')
  const each = (act: (lineId: string) => void) => {
    for (const { line } of denied) act(line.id)
  }
  return (
    <Sheet
      title={t('rule.title')}
      onClose={() => setSheet(null)}
      footer={
        <>
          <Button kind="main" size="large" data-autofocus onClick={() => each(takeOut)}>
            {t('clash.takeOff')}
          </Button>
          {!isLaw && (
            <Button
              kind="bad"
              size="large"
              disabled={reason.trim() === ''}
              onClick={() => each((lineId) => resolveClash(lineId, reason.trim()))}
            >
              {t('clash.sellAnyway')}
            </Button>
          )}
        </>
      }
    >
      <ul data-denied={first.source}>
        {denied.map(({ line, source }) => (
          <li key={line.id}>
            <bdi>{pick(line.item.name)}</bdi> · {t(`rule.by.${source}`)}
          </li>
        ))}
      </ul>
      {!isLaw && (
        <ReasonField
          label={t('clash.reason')}
          value={reason}
          onChange={setReason}
          suggestions={[t('clash.suggest.parent'), t('clash.suggest.other')]}
        />
      )}
    </Sheet>
  )
}

/** The payment, or first a word about goods past their date. */
function Dated({ till, children }: { till: Till; children: ReactNode }) {
  const stale = staleItems(till.settings)
  const lines = useAtomValue(cartAtom)?.lines ?? []
  // As it was when the payment opened: goods that are taken out meanwhile do not begin it again.
  const [isAsked] = useState(() => lines.some(({ item }) => stale.includes(item.id)))
  return isAsked ? (
    <Suspense fallback={null}>
      <StaleGate itemIds={stale}>{children}</StaleGate>
    </Suspense>
  ) : (
    children
  )
}
