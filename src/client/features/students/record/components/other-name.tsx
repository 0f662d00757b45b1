// chunk: desk-parts
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'

interface OtherNameProps {
  /** The name in the script that does not stand above it, where there is one. */
  other: string | undefined
  reference: string
}

/** What stands under a student's name: the other script and the reference, each in its own direction. */
export const OtherName = ({ other, reference }: OtherNameProps) => (
  <>
    {other && (
      <>
        <bdi>{other}</bdi> ·{' '}
      </>
    )}
    <bdi dir="ltr" className="num">
      {formatReference(reference)}
    </bdi>
  </>
)
