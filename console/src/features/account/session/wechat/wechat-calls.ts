import type { wechat } from '@nameplane/contract/account/wechat'
import type { Endpoint } from '@nameplane/contract/endpoint'

/* As the wire knows them, without the schemas: whoever signs in should not load them. A test holds them against the contract. */
function onWire<E extends Endpoint>(path: string): E {
  return { method: 'POST', path } as unknown as E
}

export const wechatCalls = {
  begin: onWire<typeof wechat.begin>('sys/wechat/login/begin'),
  state: onWire<typeof wechat.state>('sys/wechat/login/state'),
  finish: onWire<typeof wechat.finish>('sys/wechat/login'),
}
