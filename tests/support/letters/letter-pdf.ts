import { extractText, getDocumentProxy } from 'unpdf'

/** What a reader gets who copies all of a PDF's text, without white space. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)), { mergePages: true })
  return text.replaceAll(/\s/g, '')
}

/** The same, page by page. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)), { mergePages: false })
  return text.map((page) => page.replaceAll(/\s/g, ''))
}
