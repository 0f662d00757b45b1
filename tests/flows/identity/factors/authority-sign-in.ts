/** What calls of the sign-in want, besides what others want too. */
export const signInInput = {
  ticket: 'none',
  requiresSecondFactor: false,
  issuer: '',
  clientId: '',
  allowedTenant: '',
  allowedDomain: '',
  groupRoles: [],
  isEnforced: false,
  breakGlass: null,
  query: 'code=none',
  host: 'localhost',
  passkey: 'none',
  passkeyName: 'Laptop',
  answer: {
    id: 'none',
    rawId: 'none',
    type: 'public-key',
    response: { clientDataJSON: 'e30', attestationObject: 'e30', authenticatorData: 'e30', signature: 'e30' },
    clientExtensionResults: {},
  },
}
