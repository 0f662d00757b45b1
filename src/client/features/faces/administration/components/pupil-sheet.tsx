import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import link from '#client/ui/link.module.css'
import facts from '#client/ui/tables/facts.module.css'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { forget, listForgotten, readPicture, recordObjection, setPin } from '../face-desk.api.ts'
import { useFaceText } from '../hooks/use-face-text.ts'
import { useRights } from '../hooks/use-rights.ts'
import { ConfirmSheet } from './confirm-sheet.tsx'
import css from './desk-page.module.css'
import { AskSheet, PinSheet } from './pupil-action-sheets.tsx'

/** What was deleted of a pupil, with the way to the certificates and to the record. */
function PupilCertificates({ customerId }: { customerId: CustomerId }) {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const format = useFormat()
  const { answer, failure, again } = useAnswer(useCallback(() => listForgotten(customerId), [customerId]))
  return (
    <>
      <h3>{t('deletions.ofPupil')}</h3>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer?.length === 0 && <p className={common.soft}>{t('deletions.noneOfPupil')}</p>}
      <ul>
        {answer?.map(({ id, at, reason, completeAt }) => (
          <li key={id}>
            {format.day(at)} · {t(`deletions.reason.${reason}`)} ·{' '}
            {t(completeAt ? 'deletions.complete' : 'deletions.open')}
          </li>
        ))}
      </ul>
      <p className={css.actions}>
        {answer && answer.length > 0 && (
          <Link to="/faces/deletions" search={{ pupil: customerId }} className={link.link}>
            {t('deletions.see')}
          </Link>
        )}
        <Link to="/faces/record" search={{ pupil: customerId }} className={link.link}>
          {t('record.ofPupil')}
        </Link>
      </p>
    </>
  )
}

/** The picture that the school keeps with a face; in memory while it is shown, and in no cache. */
function StoredPicture({ customerId }: { customerId: CustomerId }) {
  const { t } = useTranslation('faces.administration')
  const { answer } = useAnswer(useCallback(() => readPicture(customerId), [customerId]))
  if (!answer) return null
  return <img className={css.kept} src={`data:image/jpeg;base64,${answer}`} alt={t('face.picture')} />
}

type Action = 'ask' | 'forget' | 'objects' | 'agrees' | 'pin' | 'no-pin'

interface PupilSheetProps {
  pupil: FacePupil
  /** Whether the school uses faces now: before, nobody may be asked. */
  isOn: boolean
  /** Something about the pupil is different now. */
  onChange: () => void
  onClose: () => void
}

/** One pupil: how they stand, and what may be done about it. What is asked takes the place of what is shown. */
export function PupilSheet({ pupil, isOn, onChange, onClose }: PupilSheetProps) {
  const { t } = useTranslation('faces.administration')
  const pick = useBilingual()
  const [deed, setDeed] = useState<Action>()
  const name = pick(pupil.name)
  const back = () => setDeed(undefined)
  const done = () => {
    setDeed(undefined)
    onChange()
  }
  const { customerId } = pupil
  if (deed === 'pin') return <PinSheet pupil={pupil} onClose={back} onDone={done} />
  if (deed === 'ask') return <AskSheet pupil={pupil} onClose={back} onDone={done} />
  if (deed) {
    const deeds = {
      forget: () => forget(customerId),
      objects: () => recordObjection(customerId, true),
      agrees: () => recordObjection(customerId, false),
      'no-pin': () => setPin(customerId, null),
    }
    return (
      <ConfirmSheet
        key={deed}
        title={t(`deed.${deed}.title`, { name })}
        deedName={t(`deed.${deed}.do`)}
        isBad={deed !== 'agrees'}
        deed={deeds[deed]}
        onClose={back}
        onDone={done}
      >
        <p>{t(`deed.${deed}.text`)}</p>
      </ConfirmSheet>
    )
  }
  return (
    <Sheet
      key="shown"
      title={<bdi>{name}</bdi>}
      onClose={onClose}
      footer={<Actions pupil={pupil} isOn={isOn} onChoose={setDeed} />}
    >
      <Standing pupil={pupil} />
      {pupil.face?.hasPicture && <StoredPicture customerId={pupil.customerId} />}
      <PupilCertificates customerId={customerId} />
    </Sheet>
  )
}

function Standing({ pupil }: { pupil: FacePupil }) {
  const { t } = useTranslation('faces.administration')
  const faceText = useFaceText()
  const { admissionNo, className, consent, face, hasPin } = pupil
  return (
    <>
      <dl className={facts.facts}>
        <dt>{t('people.class')}</dt>
        <dd>
          <bdi>{className || t('people.noClass')}</bdi> ·{' '}
          <bdi dir="ltr" className="num">
            {admissionNo}
          </bdi>
        </dd>
        <dt>{t('people.column.consent')}</dt>
        <dd>{t(`consent.${consent}`)}</dd>
        <dt>{t('people.column.face')}</dt>
        <dd>
          {faceText(face)}
          {face?.oneToOne && <> · {t('face.oneToOne')}</>}
        </dd>
        <dt>{t('people.column.pin')}</dt>
        <dd>{t(hasPin ? 'pin.has' : 'pin.hasNot')}</dd>
      </dl>
      <p className={common.soft}>{t(`consent.means.${consent}`)}</p>
    </>
  )
}

interface ActionsProps {
  pupil: FacePupil
  isOn: boolean
  onChoose: (deed: Action) => void
}

function Actions({ pupil, isOn, onChoose }: ActionsProps) {
  const { t } = useTranslation('faces.administration')
  const may = useRights()
  const { consent, face, hasPin } = pupil
  const deeds: Action[] = [
    ...(isOn && may('family.ask') && pupil.active ? (['ask'] as const) : []),
    ...(may('faces.enrol') ? ([consent === 'pupil-said-no' ? 'agrees' : 'objects'] as const) : []),
    ...(may('faces.enrol') && face ? (['forget'] as const) : []),
    ...(may('pins.set') ? (['pin'] as const) : []),
    ...(may('pins.set') && hasPin ? (['no-pin'] as const) : []),
  ]
  if (deeds.length === 0) return <p className={common.soft}>{t('deed.none')}</p>
  return deeds.map((deed) => (
    <Button key={deed} kind={deed === 'forget' ? 'bad' : 'plain'} onClick={() => onChoose(deed)}>
      {t(`deed.${deed}.open`)}
    </Button>
  ))
}
