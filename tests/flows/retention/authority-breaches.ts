/** What calls about data breaches want, besides what others want too. */
export const breachInput = {
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
