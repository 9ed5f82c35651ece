// What a tool that asks an HTTP API would hand over: about 2 KB, with three secrets in it. All of them are made up.
export const payload = {
  request: {
    method: 'POST',
    url: 'https://api.example.com/v2/orders/search?page=2&sort=created_at',
    headers: {
      accept: 'application/json',
      authorization: 'Bearer hunter2hunter2hunter2',
      'user-agent': 'orders-tool/1.4.2',
      'content-type': 'application/json',
    },
    body: '{"customer":"c-1042","status":["open","paid"],"limit":5}',
  },
  response: {
    status: 200,
    requestId: 'b2f0c7de-4a1c-4a57-9a3c-0c1d4f1b7a10',
    tookMs: 184.25,
    rows: Array.from({ length: 6 }, (_, index) => ({
      id: `ord_${1000 + index}`,
      created: `2025-03-0${index + 1}T10:15:00.000Z`,
      total: 49.9 + index,
      currency: 'EUR',
      customer: { name: `Customer number ${index}`, city: 'Lisbon', vip: index % 2 === 0 },
      note: 'Leave the parcel with the neighbour: ring twice, then wait.',
    })),
    next: { pageToken: 'p-3', hasMore: true },
  },
  session: { user: 'ada', apiKey: 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8' },
  log: 'connected to postgres://app:hunter2hunter2@db.example:5432/orders in 12 ms',
}
