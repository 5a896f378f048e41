// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {ForwarderTest} from "./base/ForwarderTest.sol";
import {ForwardTarget} from "./base/ForwardTarget.sol";

contract MinimalForwarderVerifyTest is ForwarderTest {
    function test_RevertWhen_TheSignatureIsNot65BytesLong() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        uint256[5] memory lengths = [uint256(0), 1, 64, 66, 130];
        for (uint256 i = 0; i < lengths.length; ++i) {
            vm.expectRevert(bytes(INVALID_LENGTH));
            forwarder.verify(req, resized(signature, lengths[i]));
        }
    }

    function test_IsFalseWhenAnotherKeySigned() external view {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        assertFalse(forwarder.verify(req, signRequest(other, req)));
    }

    function test_IsFalseWhenNobodySignedForTheZeroAddress() external view {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.from = address(0);
        assertFalse(forwarder.verify(req, abi.encodePacked(bytes32(0), bytes32(0), uint8(27))));
        assertFalse(forwarder.verify(req, withV(signRequest(signer, req), 29)));
    }

    function test_IsFalseWhenSIsHigh() external view {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        assertFalse(forwarder.verify(req, mirrored(signRequest(signer, req))));
    }

    function test_IsFalseWhenVIsNeither27Nor28() external view {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        for (uint256 v = 0; v < 256; ++v) {
            if (v != 27 && v != 28) assertFalse(forwarder.verify(req, withV(signature, uint8(v))));
        }
    }

    function test_IsFalseOnAForkWithAnotherId() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        vm.chainId(block.chainid + 1);
        assertFalse(forwarder.verify(req, signature));
        assertTrue(forwarder.verify(req, signRequest(signer, req)), "the fork has a domain of its own");
    }

    function testFuzz_IsFalseWhenAnyOneBitDiffers(
        uint256 seed,
        IMinimalForwarder.ForwardRequest memory req,
        uint256 bit
    ) external view {
        Actor memory anyone = actorOf(seed);
        req.from = anyone.addr;
        req.nonce = 0;
        if (req.deadline < block.timestamp) req.deadline = 0;
        bytes memory signature = signRequest(anyone, req);
        assertTrue(forwarder.verify(req, signature), "valid before");

        uint256 ofData = req.data.length * 8;
        uint256 ofFields = 160 + 160 + 256 + 256 + 256 + 48;
        bit = bound(bit, 0, ofFields + ofData + 65 * 8 - 1);
        if (bit < ofFields) _flipField(req, bit);
        else if (bit < ofFields + ofData) _flip(req.data, bit - ofFields);
        else _flip(signature, bit - ofFields - ofData);
        assertFalse(forwarder.verify(req, signature), "valid after");
    }

    function test_IsFalseWhenAnyOneBitOfTheSignatureDiffers() external view {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        for (uint256 bit = 0; bit < 65 * 8; ++bit) {
            _flip(signature, bit);
            assertFalse(forwarder.verify(req, signature));
            _flip(signature, bit);
        }
        assertTrue(forwarder.verify(req, signature));
    }

    function testFuzz_IsFalseWhenTheNonceIsNotTheNext(uint256 nonce) external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        execute(req, signRequest(signer, req));
        req.nonce = nonce;
        assertEq(forwarder.verify(req, signRequest(signer, req)), nonce == 1);
        req.nonce = 0;
        assertFalse(forwarder.verify(req, signRequest(signer, req)), "replayed");
    }

    function testFuzz_IsFalseOnceTheDeadlineIsPast(uint48 deadline, uint256 time) external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.deadline = deadline;
        vm.warp(bound(time, 1, type(uint48).max));
        bool isOpen = deadline == 0 || vm.getBlockTimestamp() <= deadline;
        assertEq(forwarder.verify(req, signRequest(signer, req)), isOpen);
    }

    function test_TheDeadlineIsTheLastSecond() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.deadline = uint48(vm.getBlockTimestamp());
        bytes memory signature = signRequest(signer, req);
        assertTrue(forwarder.verify(req, signature));
        vm.warp(vm.getBlockTimestamp() + 1);
        assertFalse(forwarder.verify(req, signature));
    }

    function test_IsTrueWhateverBecomesOfTheInnerCall() external view {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        req.data = abi.encodeCall(ForwardTarget.refuseWithString, ());
        req.value = type(uint256).max;
        req.gas = type(uint256).max;
        assertTrue(forwarder.verify(req, signRequest(signer, req)));
    }

    function test_ChangesNothing() external {
        IMinimalForwarder.ForwardRequest memory req = validRequest();
        bytes memory signature = signRequest(signer, req);
        assertTrue(forwarder.verify(req, signature));
        assertTrue(forwarder.verify(req, signature));
        assertEq(forwarder.getNonce(signer.addr), 0);
        assertEq(execute(req, signature), abi.encode(uint256(8)));
    }

    function _flip(bytes memory data, uint256 bit) private pure {
        data[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
    }

    /// @dev The fields one after the other, `from` and `to` with 160 bits each, `deadline` last.
    function _flipField(IMinimalForwarder.ForwardRequest memory req, uint256 bit) private pure {
        if (bit < 160) req.from = address(uint160(req.from) ^ uint160(1 << bit));
        else if (bit < 320) req.to = address(uint160(req.to) ^ uint160(1 << (bit - 160)));
        else if (bit < 576) req.value ^= 1 << (bit - 320);
        else if (bit < 832) req.gas ^= 1 << (bit - 576);
        else if (bit < 1088) req.nonce ^= 1 << (bit - 832);
        else req.deadline ^= uint48(1 << (bit - 1088));
    }
}
