import { useEffect, useState } from 'react'
import { useMutation } from '../use-mutation.ts'

/** A file that is looked at. */
export interface ShownFile {
  /** Whose file it is, among those that stand there. */
  id: string
  name: string
  /** Of this page alone. */
  url: string
  isPdf: boolean
}

/**
 * The file that is looked at: in memory, as long as it is shown. An image stands in the page; a PDF goes to the browser's own
 * reader in a tab of its own, as what it was found to be and nothing else, under the policy of this page, which runs nothing.
 * Where the browser opens no tab by itself, there is a link.
 */
export function useShownFile() {
  const [shown, setShown] = useState<ShownFile>()
  useEffect(() => () => shown && URL.revokeObjectURL(shown.url), [shown])
  const { mutate, error } = useMutation(async (id: string, fetchFile: () => Promise<File>) => {
    const file = await fetchFile()
    const isPdf = file.type === 'application/pdf'
    const url = URL.createObjectURL(file)
    setShown({ id, name: file.name, url, isPdf })
    if (isPdf) openApart(url)
  })
  return { shown, failure: error, look: mutate, hide: () => setShown(undefined) }
}

/** With `noopener` the tab could not have the file, which is this page's alone; it forgets where it came from all the same. */
function openApart(url: string): void {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
}
