// Opens many downloads and reads only the first bytes of each, until it receives a message.
import { get } from 'node:http'

const [url = '', count = '1'] = process.argv.slice(2)
const responses = await Promise.all(
  Array.from(
    { length: Number(count) },
    () =>
      new Promise((resolve, reject) => {
        get(url, { agent: false }, (response) => {
          response.once('readable', () => {
            response.read(1)
            resolve(response)
          })
        }).on('error', reject)
      }),
  ),
)
// By then the server has filled the buffers of the operating system.
setTimeout(() => process.send?.(responses.length), 2_000)
process.once('message', () => process.exit(0))
