// chunk: form-parts
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileAnswer } from '#shared/forms/form-answers.rules.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import type { FileKind } from '#shared/kernel/fields.ts'
import { fileTiers } from '#shared/kernel/file-kind.ts'
import { inputId, useOpenForm } from '../form-context.ts'
import { problemText } from '../problem-text.ts'
import { removeFile, takeFile } from '../take-file.ts'
import { useAnswer } from './choice-inputs.tsx'
import { FieldFrame } from './field-frame.tsx'
import css from './file-input.module.css'
import type { PartProps } from './text-inputs.tsx'

const mimeOf: Record<FileKind, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}
const megabyte = 1024 * 1024

type Props = PartProps<Extract<Field, { type: 'file' }>>

function useFiles({ field }: Props, files: readonly FileAnswer[], set: (files: FileAnswer[]) => void) {
  const { t, i18n } = useTranslation('forms')
  const { draft } = useOpenForm()
  const [problem, setProblem] = useState<string>()
  const [isTaking, setIsTaking] = useState(false)
  const room = field.maxFiles - files.length

  const take = async (chosen: readonly File[]) => {
    setProblem(undefined)
    if (!draft) return
    if (chosen.length > room)
      return setProblem(problemText({ code: 'too-many-files', limit: field.maxFiles }, t, i18n.language))
    setIsTaking(true)
    const taken: FileAnswer[] = []
    for (const file of chosen) {
      const result = await takeFile(field, draft.id, file)
      if ('file' in result) taken.push(result.file)
      else if (result.problem === 'not-kept') setProblem(t('notSaved'))
      else
        setProblem(
          problemText({ code: result.problem, ...(result.limit && { limit: result.limit }) }, t, i18n.language),
        )
    }
    setIsTaking(false)
    if (taken.length > 0) set([...files, ...taken])
  }
  const remove = async (file: FileAnswer) => {
    set(files.filter((each) => each.fileId !== file.fileId))
    await removeFile(file.fileId)
  }
  return { problem, isTaking, room, take, remove }
}

/** Files of one kind: photographed, chosen, taken away again. They are kept on this device with the rest of the draft. */
export function FileInput(props: Props) {
  const { field, path } = props
  const { t } = useTranslation('forms')
  const { value: files = [], set } = useAnswer<FileAnswer[]>(path)
  const { problem, isTaking, room, take, remove } = useFiles(props, files, set)
  const error = problem ?? props.error
  return (
    <FieldFrame
      {...props}
      error={error}
      hint={t('files.limit', { count: field.maxFiles, megabytes: fileTiers[field.tier] / megabyte })}
      group="several"
    >
      {files.length > 0 && (
        <ul className={css.files}>
          {files.map((file) => (
            <li key={file.fileId} className={css.file}>
              <bdi className={css.name}>{file.name}</bdi>
              <span className={css.size}>{t('files.size', { kilobytes: Math.ceil(file.bytes / 1024) })}</span>
              <button type="button" className={css.remove} onClick={() => void remove(file)}>
                {t('files.remove')} <span className="visually-hidden">{file.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {room > 0 && (
        <label className={css.add} aria-busy={isTaking}>
          <input
            id={`${inputId(path)}-files`}
            type="file"
            className="visually-hidden"
            aria-invalid={Boolean(error)}
            aria-describedby={error ? `${inputId(path)}-error` : undefined}
            multiple={field.maxFiles > 1}
            accept={field.accept.map((kind) => mimeOf[kind]).join(',')}
            onChange={(event) => {
              void take([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
          {isTaking ? t('files.taking') : t('files.add')}
        </label>
      )}
    </FieldFrame>
  )
}
