// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {ForwarderTest} from "./base/ForwarderTest.sol";
import {ForwardTarget} from "./base/ForwardTarget.sol";

contract MinimalForwarderGetNonceTest is ForwarderTest {
    function testFuzz_IsZeroAtFirst(address anyone) external view {
        assertEq(forwarder.getNonce(anyone), 0);
    }

    function testFuzz_RisesByOneForItsSignerAlone(uint256 seed, uint8 times) external {
        Actor memory anyone = actorOf(seed);
        vm.assume(anyone.addr != other.addr);
        times = uint8(bound(times, 1, 10));
        for (uint256 i = 1; i <= times; ++i) {
            IMinimalForwarder.ForwardRequest memory req = requestOf(anyone);
            execute(req, signRequest(anyone, req));
            assertEq(forwarder.getNonce(anyone.addr), i);
        }
        assertEq(forwarder.getNonce(other.addr), 0);
    }

    function test_StaysWhenARequestFails() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        execute(req, signRequest(signer, req));
        req = validRequest();
        req.data = abi.encodeCall(ForwardTarget.refuseWithString, ());
        assertRefused(req, signRequest(signer, req), "Target: no");
        assertEq(forwarder.getNonce(signer.addr), 1);
    }
}
