import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { LinkExpired } from '#client/ui/feedback/link-expired.tsx'
import { LinkNotFound } from '#client/ui/feedback/link-not-found.tsx'
import { useIsOnline } from '#client/platform/use-online.ts'
import linkPage from '#client/ui/feedback/link-page.module.css'
import type { FamilyItem as Item } from '#shared/documents/document-review.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { isReason } from '../document-reasons.ts'
import { useSendQueue } from '../hooks/use-send-queue.ts'
import type { FamilyDocuments } from './family-documents.api.ts'
import css from './family-documents.module.css'
import { SendFiles } from './send-files.tsx'

interface FamilyItemProps {
  item: Item
  sending: ReturnType<typeof useSendQueue>
}

/** One paper: whether the school has it, why it was not taken, and the way to send it. */
function FamilyItem({ item, sending }: FamilyItemProps) {
  const { t, i18n } = useTranslation('documents')
  const pick = useBilingual()
  const { type, note, state, promisedUntil, reason, remark, maySend } = item
  // What is approved or waived is not on this page.
  const known = state === 'approved' || state === 'waived' ? 'uploaded' : state
  const isHere = known === 'uploaded' || known === 'in-review'
  return (
    <li className={css.item}>
      <h2 className={css.name}>{pick(type.label)}</h2>
      <p>
        {t(`family.state.${known}`)}
        {promisedUntil && <> · {t('promised', { day: formatDay(promisedUntil, i18n.language) })}</>}
      </p>
      {note && <p className={linkPage.soft}>{pick(note)}</p>}
      {(reason ?? remark) !== null && (
        <p className={css.reason}>
          {reason !== null && isReason(reason) && t(`reason.${reason}`)}
          {remark !== null && (
            <>
              {' '}
              <bdi>{remark}</bdi>
            </>
          )}
        </p>
      )}
      {isHere && maySend && <p className={linkPage.soft}>{t('family.more')}</p>}
      <SendFiles type={type} name={pick(type.label)} sending={sending} maySend={maySend} />
    </li>
  )
}

/** What the school still needs of a family, by the link of a mail. */
export function FamilyDocumentsScreen() {
  const token = useLinkToken()
  const { t } = useTranslation('link')
  const contact = useAtomValue(schoolAtom)?.contact
  if (token === undefined) {
    return (
      <LinkExpired title={t('none')} contact={contact}>
        {t('noneText')}
      </LinkExpired>
    )
  }
  return <ByLink key={token} token={token} />
}

/** The page as the school has it; asked for again after each file. */
function useFamilyDocuments(token: string) {
  const [page, setPage] = useState<FamilyDocuments>()
  const [failure, setFailure] = useState<MessageId>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isGone = false
    const load = async (_round: number) => {
      try {
        const { openByLink } = await import('./family-documents.api.ts')
        const found = await openByLink(token)
        if (isGone) return
        setPage(found)
        setFailure(undefined)
      } catch (error) {
        if (!isGone) setFailure(messageIdOf(error))
      }
    }
    void load(round)
    return () => {
      isGone = true
    }
  }, [token, round])
  const again = useCallback(() => setRound((n) => n + 1), [])
  return { page, failure, again }
}

function ByLink({ token }: { token: string }) {
  const { page, failure, again } = useFamilyDocuments(token)
  const contact = useAtomValue(schoolAtom)?.contact
  if (failure === 'link.over' || (failure && !page)) {
    return <LinkNotFound messageId={failure} contact={contact} onAgain={again} />
  }
  if (!page) return <p className={linkPage.wait} aria-busy="true" />
  return <Opened token={token} page={page} again={again} />
}

function Opened({ token, page, again }: { token: string; page: FamilyDocuments; again: () => void }) {
  const { t } = useTranslation('documents')
  const { t: words } = useTranslation('link')
  const waits = page.waitingPlace !== null && <p>{words('waiting', { place: page.waitingPlace })}</p>
  const isOnline = useIsOnline()
  const carrierOf = useCallback(
    async (type: string) => (await import('./family-documents.api.ts')).byFamily(token, type),
    [token],
  )
  const sending = useSendQueue(carrierOf, again)
  if (page.items.length === 0) {
    return (
      <section className={css.page} aria-live="polite">
        <h1 className={linkPage.title}>{t('family.none')}</h1>
        <p>{t('family.noneText')}</p>
        {waits}
      </section>
    )
  }
  return (
    <section className={css.page}>
      <h1 className={linkPage.title}>{t('family.title', { subject: `\u2068${page.subject}\u2069` })}</h1>
      {waits}
      <p>{t('family.lead')}</p>
      <p role="status" className={css.offline}>
        {isOnline ? '' : t('family.offline')}
      </p>
      <ul className={linkPage.list}>
        {page.items.map((item) => (
          <FamilyItem key={item.type.code} item={item} sending={sending} />
        ))}
      </ul>
      <p className={linkPage.soft}>{t('family.secret')}</p>
    </section>
  )
}
