// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import type { GatewayEvent } from '#shared/fees/online/gateway-event.contract.ts'
import type { GatewayId } from '#shared/fees/online/gateway.rules.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { listEvents, replayEvents } from './online.api.ts'

/** What gateways reported, and working once more through what led to no payment. */
export function EventSection({ onReplayed }: { onReplayed: () => void }) {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const may = useRights()
  const { answer, failure, again } = useAnswer(listEvents)
  const [done, setDone] = useState<{ events: number; booked: number }>()
  const replay = useMutation(replayEvents, {
    onSuccess: (result) => {
      setDone(result)
      again()
      onReplayed()
    },
  })
  const gateways = [...new Set(answer?.events.map(({ gateway }) => gateway))]
  return (
    <section aria-labelledby="gateway-events">
      <h2 id="gateway-events" className={css.heading}>
        {t('events.title')}
      </h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer?.events.length === 0 && <p className={common.soft}>{t('events.none')}</p>}
      {answer && answer.events.length > 0 && (
        <>
          <p>{t('events.unhandled', { count: answer.unhandled })}</p>
          {may('fees.setup') && (
            <Replay gateways={gateways} isWorking={replay.isPending} onReplay={(each) => void replay.mutate(each)} />
          )}
          {done && (
            <InlineNotice tone="success">
              {t('events.done', { count: done.events })} {t('events.booked', { count: done.booked })}
            </InlineNotice>
          )}
          {replay.error && <InlineNotice tone="problem">{errorText(replay.error)}</InlineNotice>}
          <details>
            <summary className={css.summary}>{t('events.show')}</summary>
            <EventTable events={answer.events} />
          </details>
        </>
      )}
    </section>
  )
}

interface ReplayProps {
  gateways: readonly GatewayId[]
  isWorking: boolean
  onReplay: (gateway: GatewayId) => void
}

function Replay({ gateways, isWorking, onReplay }: ReplayProps) {
  const { t } = useTranslation('fees.online')
  return (
    <div className={common.actions}>
      {gateways.map((each) => (
        <Button key={each} isWorking={isWorking} onClick={() => onReplay(each)}>
          {t('events.replay', { gateway: t(`gateway.${each}`) })}
        </Button>
      ))}
    </div>
  )
}

function EventTable({ events }: { events: readonly GatewayEvent[] }) {
  const { t } = useTranslation('fees.online')
  const format = useFormat()
  const { nameOf } = useFeeText()
  return (
    <table className={list.table}>
      <thead>
        <tr>
          <th scope="col">{t('events.received')}</th>
          <th scope="col">{t('column.gateway')}</th>
          <th scope="col">{t('events.payment')}</th>
          <th scope="col">{t('events.asked')}</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ eventId, gateway, receivedAt, handledAt, payment }) => (
          <tr key={eventId}>
            <th scope="row">
              <bdi>{format.dateTime(receivedAt)}</bdi>
            </th>
            <td>{t(`gateway.${gateway}`)}</td>
            <td>
              {payment ? (
                <>
                  <bdi>{nameOf(payment.payer)}</bdi> <span className={common.chip}>{t(`state.${payment.state}`)}</span>
                </>
              ) : (
                <span className={list.soft}>{t('events.nobody')}</span>
              )}
            </td>
            <td>{handledAt ? <bdi>{format.dateTime(handledAt)}</bdi> : t('events.notYet')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
