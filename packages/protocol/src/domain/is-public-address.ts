import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IANA's special-purpose addresses, and one that a cloud's machines have for its own services. */
const CLOSED_IPV4 = toList("ipv4", [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared by a provider's customers
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // Azure's virtual machines reach their host by it
  ["169.254.0.0", 16], // link-local; metadata of clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
]);

/** All that is handed out to the public. The rest is closed: mapped, translated, local, multicast. */
const OPEN_IPV6 = toList("ipv6", [["2000::", 3]]);
const CLOSED_IPV6 = toList("ipv6", [
  ["2001::", 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: holds any IPv4 address
  ["2620:4f:8000::", 48], // AS112
  ["3ffe::", 16], // the former 6bone
  ["3fff::", 20], // documentation
]);

/** Whether an IP address is one of the public internet; false for any that is not known to be. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !CLOSED_IPV4.check(address, "ipv4");
  // An address with a zone (`fe80::1%eth0`) belongs to one link.
  if (!isIPv6(address) || address.includes("%")) return false;
  return OPEN_IPV6.check(address, "ipv6") && !CLOSED_IPV6.check(address, "ipv6");
}

/** One family each: in a list of both, Node would compare IPv4 addresses with the mapped ones among IPv6. */
function toList(family: "ipv4" | "ipv6", subnets: [network: string, prefix: number][]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
