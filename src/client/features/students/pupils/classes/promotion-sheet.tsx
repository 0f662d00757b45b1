import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolYear } from '#client/i18n/use-grade.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { PromotionPreview } from '#shared/students/pupils/class.contract.ts'
import { fetchPromotion, putPromotion } from '../pupils.api.ts'
import { PromotedClass } from './promoted-class.tsx'

interface PromotionSheetProps {
  onClose: () => void
  onDone: () => void
}

/** Shows where each class goes, lets pupils stay, and moves all of them when told. */
export function PromotionSheet(props: PromotionSheetProps) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(fetchPromotion)
  if (answer) return <Promoting preview={answer} {...props} />
  return (
    <Sheet title={t('promote.open')} size="wide" onClose={props.onClose}>
      {failure ? (
        <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
      ) : (
        <Loading>{t('loading')}</Loading>
      )}
    </Sheet>
  )
}

type Target = PromotionPreview['classes'][number]['to']

/** Where the classes go by their grades; a class of a grade that the school no longer has waits for a person's choice. */
const firstTargets = (classes: PromotionPreview['classes']): ReadonlyMap<string, Target> =>
  new Map(classes.flatMap(({ id, to, isUnknownGrade }) => (isUnknownGrade ? [] : [[id, to] as const])))

function Promoting({ preview, onClose, onDone }: PromotionSheetProps & { preview: PromotionPreview }) {
  const { t } = useTranslation('students.pupils')
  const errorText = useErrorText()
  const { idOf } = useCommandId()
  const { fromYear, classes } = preview
  const [targets, setTargets] = useState(() => firstTargets(classes))
  const [staying, setStaying] = useState<ReadonlySet<CustomerId>>(new Set())
  const [lastDay, setLastDay] = useState(`${fromYear + 1}-06-30`)
  const { mutate, isPending, error } = useMutation(putPromotion, { onSuccess: onDone })
  const counts = countsOf(classes, targets, staying)
  const isOpen = classes.some(({ id }) => !targets.has(id))
  const isBlank = [...targets.values()].some((to) => to && (to.name.en.trim() === '' || to.name.ar.trim() === ''))
  const promote = () => {
    const asked = {
      fromYear,
      moves: classes.map(({ id }) => ({ classId: id, to: targets.get(id) ?? null })),
      staying: [...staying],
      lastDay,
      preview: preview.preview,
    }
    void mutate({ ...asked, commandId: idOf(asked) })
  }
  return (
    <Sheet
      title={t('promote.title', { year: schoolYear(fromYear + 1) })}
      size="wide"
      onClose={onClose}
      canClose={!isPending}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" disabled={isOpen || isBlank || lastDay === ''} isWorking={isPending} onClick={promote}>
            {t('promote.apply')}
          </Button>
        </>
      }
    >
      <p>{t('promote.lead')}</p>
      <div className={common.stack}>
        {classes.map((each) => (
          <PromotedClass
            key={each.id}
            of={each}
            to={targets.get(each.id)}
            staying={staying}
            onTarget={(to) => setTargets(new Map(targets).set(each.id, to))}
            onStaying={setStaying}
          />
        ))}
        <DateField label={t('promote.lastDay')} value={lastDay} onChange={setLastDay} />
      </div>
      <p role="status" className={common.strong}>
        {t('promote.summary', counts)}
      </p>
      {isOpen && <InlineNotice tone="problem">{t('promote.unknown')}</InlineNotice>}
      {isBlank && <InlineNotice tone="problem">{t('promote.wrongNames')}</InlineNotice>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

function countsOf(
  classes: PromotionPreview['classes'],
  targets: ReadonlyMap<string, Target>,
  staying: ReadonlySet<CustomerId>,
) {
  const counts = { promoted: 0, staying: staying.size, leaving: 0 }
  for (const { id, pupils } of classes) {
    const going = pupils.filter(({ customerId }) => !staying.has(customerId)).length
    const to = targets.get(id)
    if (to !== undefined) counts[to ? 'promoted' : 'leaving'] += going
  }
  return counts
}
