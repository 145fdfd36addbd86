import type { wechat } from '@nameplane/contract/account/wechat'
import { onWire } from '../../../../api/on-wire.ts'

/* As the wire knows them, without the schemas: whoever signs in should not load them. A test holds them against the contract. */
export const wechatCalls = {
  begin: onWire<typeof wechat.begin>('POST', 'sys/wechat/login/begin'),
  state: onWire<typeof wechat.state>('POST', 'sys/wechat/login/state'),
  finish: onWire<typeof wechat.finish>('POST', 'sys/wechat/login'),
}
