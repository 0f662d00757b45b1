interface About {
  title: string
  language: string
  /** True if every letter in it declares PDF/UA-1. */
  isAccessible: boolean
}

/** Returns the XMP metadata of a file; one character for each byte. */
export function aboutWhole({ title, language, isAccessible }: About): string {
  const spaces = [
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
    ...(isAccessible ? ['xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"'] : []),
  ]
  const said = [
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`,
    `<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>`,
    ...(isAccessible ? ['<pdfuaid:part>1</pdfuaid:part>'] : []),
    '<dc:format>application/pdf</dc:format><pdf:PDFVersion>1.7</pdf:PDFVersion>',
  ]
  const described = `<rdf:Description rdf:about="" ${spaces.join(' ')}>${said.join('')}</rdf:Description>`
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${described}</rdf:RDF>`
  const meta = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`
  const whole = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>${meta}<?xpacket end="r"?>`
  return Buffer.from(whole, 'utf8').toString('latin1')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
