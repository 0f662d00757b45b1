import { type Authority, atDesk, heads, proven, studentReaders } from '../identity/authority-groups.ts'

/** Who may do what about erasure, subject access and data breaches. */
export const retentionAuthority: Readonly<Record<string, Authority>> = {
  'post /retention/file': studentReaders,
  'post /retention/hold': atDesk('registrar', 'head', 'admin'),
  'post /retention/due': atDesk('registrar', 'head', 'admin'),
  'post /retention/rehearse': atDesk('registrar', 'head', 'admin'),
  'post /retention/erase': proven(heads),
  'post /retention/enquiries': atDesk('registrar', 'head', 'admin'),
  'post /retention/erase_enquiry': proven(heads),
  'get /retention/last': studentReaders,
  'post /retention/access_start': proven(heads),
  'post /retention/access_list': heads,
  'post /retention/access_file': proven(heads),
  'get /retention/breaches': atDesk('head', 'it', 'admin'),
  'post /retention/breach': atDesk('head', 'it', 'admin'),
}

/** What calls about data breaches want, besides what others want too. */
export const retentionInput = {
  hold: null,
  reference: 'AAAAAAAA',
  cause: 'family-asked',
  happened: 'A laptop was stolen',
  dataKinds: ['contact'],
  people: null,
  risk: 'low',
  measures: '',
  discoveredAt: '2030-03-03T05:00:00.000Z',
  authorityAt: null,
  authorityRef: '',
  familiesAt: null,
  isClosed: false,
}
