// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {BatchTest} from "./base/BatchTest.sol";
import {ForwardTarget} from "./base/ForwardTarget.sol";
import {Reentrant} from "./base/Reentrant.sol";

/// The leaves of MinimalForwarder.executeBatch.tree that turn on what the targets do.
contract MinimalForwarderExecuteBatchCallsTest is BatchTest {
    function test_RunsTheOthersWhenACallReverts() external {
        _add(abi.encodeCall(ForwardTarget.refuseWithString, ()), 0);
        add(other, requestOf(other));
        assertOutcomes(false, true);
        assertEq(forwarder.getNonce(signer.addr), 0);
        assertEq(forwarder.getNonce(other.addr), 1);
        assertEq(target.calls(), 1);
    }

    function test_RunsTheOthersWhenARequestAsksForMoreGasThanThereIs() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.gas = type(uint256).max;
        add(signer, req);
        req.gas = block.gaslimit;
        add(signer, req);
        add(other, requestOf(other));
        assertOutcomes(false, false, true);
        assertEq(forwarder.getNonce(signer.addr), 0);
    }

    function test_RunsTheOthersWhenATargetBurnsAllItWasGiven() external {
        _add(abi.encodeCall(ForwardTarget.burnAllGas, ()), 0);
        add(other, requestOf(other));
        assertOutcomes(false, true);
    }

    // ------------------------------------------------------------------ ether

    function test_GivesTheEtherOfFailedOnesBack() external {
        _add(abi.encodeCall(ForwardTarget.record, (1)), 1 ether);
        IMinimalForwarder.ForwardRequest memory req = requestOf(other);
        req.value = 2 ether;
        req.data = abi.encodeCall(ForwardTarget.refuseWithString, ());
        add(other, req);
        // Invalid rather than failing inside: its ether comes back in the same way.
        req.value = 4 ether;
        add(req, "");
        assertOutcomes(true, false, false);
        assertEq(address(target).balance, 1 ether);
        assertEq(relayer.balance, RELAYER_ETHER - 1 ether);
    }

    function test_RevertWhen_TheSenderTakesNoRefund() external {
        _add(abi.encodeCall(ForwardTarget.refuseWithString, ()), 1 ether);
        add(other, requestOf(other));
        // This test has no way to receive ether.
        vm.deal(address(this), 1 ether);
        vm.expectRevert("MinimalForwarder: refund failed");
        forwarder.executeBatch{value: 1 ether}(requests, signatures);
        assertEq(forwarder.getNonce(other.addr), 0);
        assertEq(address(forwarder).balance, 0);
    }

    // -------------------------------------------------------------- much data

    function test_DoesNotPayForTheDataOfATarget() external {
        uint256 gasForOne = 3_000_000;
        for (uint256 i = 0; i < 2; ++i) {
            IMinimalForwarder.ForwardRequest memory req = validRequest();
            req.gas = gasForOne;
            req.data = abi.encodeCall(ForwardTarget.bomb, (1_000_000, i == 0));
            add(signer, req);
        }
        add(other, requestOf(other));
        uint256 before = gasleft();
        assertOutcomes(false, true, true);
        // To copy a million bytes costs as much again as to make them.
        assertTrue(before - gasleft() < 2 * gasForOne, "the batch paid for the data");
    }

    // -------------------------------------------------------------- call back

    function test_RefusesTheSameRequestFromInside() external {
        Reentrant reentrant = new Reentrant();
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        (req.to, req.gas, req.data) = (address(reentrant), 1_000_000, "");
        reentrant.bring(abi.encodeCall(IMinimalForwarder.execute, (req, signRequest(signer, req))));
        add(signer, req);
        add(other, requestOf(other));
        assertOutcomes(true, true);
        assertEq(reentrant.runs(), 1, "the request ran twice");
        assertEq(reentrant.returned(), errorData(INVALID));
        assertEq(forwarder.getNonce(signer.addr), 1);
    }

    function test_RunsTheNextRequestFromInsideAndNotAgain() external {
        IMinimalForwarder.ForwardRequest memory next = _addBringingNext(false);
        add(signer, next);
        vm.prank(relayer);
        bool[] memory flags = forwarder.executeBatch(requests, signatures);
        assertTrue(flags[0] && !flags[1]);
        assertEq(target.calls(), 2);
        assertEq(forwarder.getNonce(signer.addr), 2);
    }

    function test_UndoesBothWhenTheTargetRevertsAfterTheNextRan() external {
        IMinimalForwarder.ForwardRequest memory next = _addBringingNext(true);
        add(signer, next);
        add(other, requestOf(other));
        vm.prank(relayer);
        bool[] memory flags = forwarder.executeBatch(requests, signatures);
        assertTrue(!flags[0] && !flags[1] && flags[2]);
        assertEq(target.calls(), 1);
        assertEq(forwarder.getNonce(signer.addr), 0);
    }

    function _add(bytes memory data, uint256 value) private {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        (req.data, req.value) = (data, value);
        add(signer, req);
    }

    function _addBringingNext(bool thenRevert) private returns (IMinimalForwarder.ForwardRequest memory next) {
        next = validRequest();
        next.nonce = 1;
        bytes memory bringNext = abi.encodeCall(IMinimalForwarder.execute, (next, signRequest(signer, next)));
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.gas = 1_500_000;
        req.data = abi.encodeCall(ForwardTarget.callBack, (bringNext, thenRevert));
        add(signer, req);
    }
}
