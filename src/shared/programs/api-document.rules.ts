/** Where the document of the published API is, on the host of every school. */
export const openApiPath = '/api/openapi.json'
