/** Calls the API of a server of this machine; a payload is posted. */
export type Call = <Data>(path: string, payload?: object) => Promise<Data>

export function callOf(port: number, token: string): Call {
  return async <Data>(path: string, payload?: object): Promise<Data> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(payload ? { method: 'POST', body: JSON.stringify(payload) } : {}),
    })
    const body = (await answer.json()) as { code: unknown; data: Data }
    if (body.code !== 1) throw new Error(JSON.stringify(body))
    return body.data
  }
}
