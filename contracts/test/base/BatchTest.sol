// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../../src/interfaces/IMinimalForwarder.sol";
import {ForwarderTest} from "./ForwarderTest.sol";
import {Vm} from "./Vm.sol";

/// @title Batches to put together, send and judge
abstract contract BatchTest is ForwarderTest {
    IMinimalForwarder.ForwardRequest[] internal requests;
    bytes[] internal signatures;

    function add(IMinimalForwarder.ForwardRequest memory req, bytes memory signature) internal {
        requests.push(req);
        signatures.push(signature);
    }

    /// @dev Adds the request, signed by its `from`.
    function add(Actor memory from, IMinimalForwarder.ForwardRequest memory req) internal {
        add(req, signRequest(from, req));
    }

    function etherNeeded() internal view returns (uint256 sum) {
        for (uint256 i = 0; i < requests.length; ++i) sum += requests[i].value;
    }

    /// @dev Sends the batch and asserts that each request ended as expected, and that its one event
    /// says so.
    function assertOutcomes(bool[] memory expected) internal {
        uint256 sum = etherNeeded();
        vm.recordLogs();
        vm.prank(relayer);
        bool[] memory flags = forwarder.executeBatch{value: sum}(requests, signatures);
        assertEq(flags.length, requests.length, "a flag for each");
        for (uint256 i = 0; i < flags.length; ++i) {
            assertEq(flags[i], expected[i], string.concat("flag of request ", vm.toString(i)));
        }
        _assertEvents(expected);
        assertEq(address(forwarder).balance, 0, "the forwarder kept ether");
    }

    function assertOutcomes(bool first, bool second) internal {
        bool[] memory expected = new bool[](2);
        (expected[0], expected[1]) = (first, second);
        assertOutcomes(expected);
    }

    function assertOutcomes(bool first, bool second, bool third) internal {
        bool[] memory expected = new bool[](3);
        (expected[0], expected[1], expected[2]) = (first, second, third);
        assertOutcomes(expected);
    }

    function _assertEvents(bool[] memory expected) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 seen;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(forwarder)) continue;
            assertTrue(seen < requests.length, "more events than requests");
            assertEq(logs[i].topics[0], IMinimalForwarder.RequestForwarded.selector);
            assertEq(logs[i].topics[1], bytes32(uint256(uint160(requests[seen].from))), "from");
            assertEq(logs[i].data, abi.encode(requests[seen].nonce, expected[seen]), "nonce and success");
            ++seen;
        }
        assertEq(seen, requests.length, "an event for each");
    }
}
