// The S3 server of a test, as a process of its own: it can be killed.
import S3rver from '@20minutes/s3rver'

const [, , port, directory, bucket] = process.argv
const server = new S3rver({
  port: Number(port),
  address: '127.0.0.1',
  directory,
  silent: true,
  // An unknown name: buckets are addressed by path.
  serviceEndpoint: 's3.test',
  configureBuckets: [{ name: bucket }],
})
const address = await server.run()
process.stdout.write(`${address.port}\n`)
